/** UI strings that all boards share. */
export const strings = {
  pages: 'Páginas',
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
  previousPage: 'Página anterior',
  nextPage: 'Próxima página',
  pause: 'Pausar 5 min',
  resume: 'Continuar',
  problems: 'Problemas com o carregador?',
  contact: 'Fale com a gente pelo WhatsApp',
} as const;
