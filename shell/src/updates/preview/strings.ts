export const strings = {
  preview: (name: string, version: string) => `Prévia: ${name} ${version}`,
  endPreview: 'Sair da prévia',
};
