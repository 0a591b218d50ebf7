/** UI strings shared by both receipts. */
export const strings = {
  total: 'Total',
  items: 'Valores',
  refunded: 'Estornado',
  notFiscal: 'Este recibo não é um documento fiscal.',
  share: 'Compartilhar',
  copied: 'Recibo copiado',
  shareFailed: 'Não foi possível compartilhar o recibo.',
  saveAsPdf: 'Salvar em PDF',
  home: 'Ir para o início',
} as const;
