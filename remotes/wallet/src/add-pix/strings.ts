/** UI strings for the Pix payment screen. */
export const strings = {
  title: 'Pagar com Pix',
  scan: 'Leia o QR Code no app do seu banco ou copie o código. Esta tela muda sozinha quando o pagamento chegar.',
  qr: 'QR Code do Pix',
  qrFailed: 'Não foi possível mostrar o QR Code. Use o código abaixo.',
  code: 'Código Pix',
  copy: 'Copiar código',
  copied: 'Código copiado',
  copyFailed: 'Não foi possível copiar. Selecione o código e copie-o.',
  validUntil: (date: string) => `Válido até ${date}`,
  timeLeft: (time: string) => `Expira em ${time}`,
  expired: 'Este código Pix expirou',
  expiredText:
    'Gere um novo código para adicionar o crédito. Se você já pagou este, o crédito será adicionado mesmo assim.',
  newCode: 'Gerar novo código',
  startAgain: 'Começar de novo',
  guestText: 'Se você já pagou este código, o valor volta para você por Pix.',
  failed: 'Ocorreu um erro ao gerar o código PIX',
  failedText: 'Nada foi cobrado. Gere um novo código para adicionar o crédito.',
  unknown: 'Este pedido de Pix não foi encontrado.',
} as const;
