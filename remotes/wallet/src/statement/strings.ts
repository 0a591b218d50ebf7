/** UI strings for the statement. */
export const strings = {
  title: 'Extrato',
  period: 'Período',
  days: (days: number) => `${days} dias`,
  found: (count: number, days: number) =>
    `${count === 1 ? '1 transação' : `${count} transações`} em ${days} dias`,
  empty: 'Não há transações',
  emptyText: (days: number) => `Nada entrou nem saiu da sua carteira nos últimos ${days} dias.`,
  failure: 'Falha ao carregar transações. Por favor, tente novamente',
  debit: 'Recarga',
  credit: 'Adicionou',
  /** Direction unknown. */
  other: 'Transação',
  onItsWay: 'A caminho',
  done: 'Concluída',
  refunded: 'Estornado',
  pending: 'Em processamento',
  toBePaid: 'Aguardando pagamento',
  today: 'Hoje',
  yesterday: 'Ontem',
  undated: 'Sem data',
} as const;
