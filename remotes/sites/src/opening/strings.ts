/** UI strings for opening hours. `days` has the forms used after "até" and "abre". */
export const strings = {
  open: 'Aberto',
  closed: 'Fechado',
  always: 'Aberto 24 horas',
  openUntil: (when: string) => `Aberto até ${when}`,
  opensAt: (when: string) => `Fechado · abre ${when}`,
  at: (time: string) => `às ${time}`,
  tomorrow: 'amanhã',
  allDay: '24 horas',
  hours: (from: string, to: string) => `${from} às ${to}`,
  weekdays: [
    'Domingo',
    'Segunda-feira',
    'Terça-feira',
    'Quarta-feira',
    'Quinta-feira',
    'Sexta-feira',
    'Sábado',
  ],
  days: ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'],
} as const;
