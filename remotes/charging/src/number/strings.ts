/** UI strings for the screen for the QR code and the charger number. */
export const strings = {
  title: 'QR Code',
  aim: 'Aponte a câmera para o QR code do carregador',
  opening: 'Abrindo a câmera…',
  otherCode: 'Este QR code não é de um carregador. Procure o código no carregador ou digite o número.',
  torchOn: 'Ligar lanterna',
  torchOff: 'Desligar lanterna',

  number: 'Número do carregador',
  numberHint: 'Fica junto do QR code, no carregador.',
  numberExample: '00000-0',
  next: 'Continuar',

  refused: 'Sem acesso à câmera',
  refusedText: 'Permita o uso da câmera nas configurações do navegador ou digite o número abaixo.',
  absent: 'Nenhuma câmera encontrada',
  absentText: 'Sem problema: digite o número do carregador abaixo.',
  inUse: 'A câmera está em uso',
  inUseText: 'Feche o outro aplicativo que usa a câmera ou digite o número abaixo.',
  insecure: 'Câmera indisponível nesta conexão',
  insecureText: 'O navegador só libera a câmera em páginas seguras (HTTPS). Digite o número abaixo.',
  inApp: 'A câmera não abriu neste aplicativo',
  inAppText: (app: string | undefined) =>
    `Muitas vezes o navegador ${app ? `do ${app}` : 'de um aplicativo'} não libera a câmera. Abra esta página no navegador do celular ou digite o número abaixo.`,
  inAppMenu: 'No menu deste aplicativo, escolha “Abrir no navegador”. Ou copie o link e cole no navegador.',
  openInBrowser: 'Abrir no navegador',
  copyLink: 'Copiar link',
  linkCopied: 'Link copiado',
  linkToCopy: 'Copie o link',
  failed: 'Não foi possível abrir a câmera',
  failedText: 'Tente novamente ou digite o número do carregador abaixo.',
} as const;
