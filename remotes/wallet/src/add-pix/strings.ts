/** Words of a Pix that is to be paid. */
export const strings = {
  title: 'Pagar com Pix',
  amount: 'Valor',
  scan: 'Abra o app do seu banco e leia o QR Code, ou copie o código e escolha “Pix Copia e Cola”.',
  qr: 'QR Code do Pix',
  qrFailed: 'Não foi possível mostrar o QR Code. Use o código abaixo.',
  code: 'Código Pix',
  copy: 'Copiar código',
  copied: 'Código copiado',
  copyFailed: 'Não foi possível copiar. Selecione o código e copie-o.',
  validUntil: (date: string) => `Válido até ${date}`,
  timeLeft: (time: string) => `Expira em ${time}`,
  waiting: 'Aguardando o pagamento. Esta tela muda sozinha quando ele chegar.',
  expired: 'Este código Pix expirou',
  expiredText:
    'Gere um novo código para adicionar o crédito. Se você já pagou este, o crédito será adicionado mesmo assim.',
  newCode: 'Gerar novo código',
  noCode: 'Ocorreu um erro ao gerar o código PIX',
  failure: 'Não foi possível carregar o código Pix agora.',
  unknown: 'Este pedido de Pix não foi encontrado.',
} as const;
