/** UI strings for the vehicle form and its errors. */
export const strings = {
  name: 'Apelido',
  make: 'Marca*',
  model: 'Modelo*',
  plate: 'Placa do Carro',
  platePlaceholder: 'AAA-1234 ou AAA1A23',
  choose: 'Selecione',
  makeFirst: 'Escolha a marca primeiro',
  cataloguePartial: 'Não foi possível carregar as opções agora.',
  invalidPlate: 'Placa inválida',
  taken: 'Esta placa já está cadastrada. Verifique e tente novamente.',
  failed: 'Ocorreu um erro inesperado ao salvar o veículo. Tente novamente mais tarde.',
} as const;
