import { isolate } from '@shared/brazil/isolate';

export const strings = {
  title: 'Operadora não encontrada',
  text: (brand: string) => `Confira o endereço do link. Por enquanto, o app abriu com ${isolate(brand)}.`,
};
