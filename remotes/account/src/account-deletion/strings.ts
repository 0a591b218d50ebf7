/** UI strings for the account deletion screen. */
export const strings = {
  title: 'Excluir Conta',
  consequences: 'Ao excluir sua conta:',
  erased: 'Seus dados, veículos e cartões são apagados.',
  credit: 'O crédito que sobrou na carteira não pode ser recuperado.',
  creditOf: (amount: string) => `O crédito de ${amount} não pode ser recuperado.`,
  forGood: 'Não é possível desfazer.',
  field: 'Digite EXCLUIR para confirmar',
  word: 'EXCLUIR',
  confirm: 'Quero excluir',
  charging: 'Recarga em andamento! Aguarde o término da recarga para realizar a exclusão da sua conta.',
  failed: 'Erro ao tentar excluir sua conta. Tente novamente mais tarde.',
  understood: 'Entendi',
  deleted: 'Sua conta foi excluída.',
  mayBeDeleted: 'Sua conta pode já ter sido excluída',
  ifNotDeleted: 'Ficamos sem resposta do servidor. Se você ainda conseguir entrar, a conta não foi excluída.',
} as const;
