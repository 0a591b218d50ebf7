import { defineRemote } from '@shared/contract';

const board = { unattended: true } as const;

export default defineRemote({
  name: 'operator',
  title: 'Status boards, recharge priority and the valet queue',
  owner: { team: 'Operator', contact: 'operator@faisca.example' },
  budgetKb: 28,
  routes: [
    {
      path: 'viewers/fleet/charger-status/:id',
      title: 'Boards',
      ...board,
      lazy: async () => ({ Component: (await import('./status-board/page.tsx')).FleetBoard }),
    },
    {
      path: 'viewers/vallet/charger-status/:id',
      ...board,
      lazy: async () => ({ Component: (await import('./status-board/page.tsx')).ValetBoard }),
    },
    {
      path: 'viewers/fleet/recharge-priority/:id',
      ...board,
      lazy: () => import('./recharge-priority/page.tsx'),
    },
    { path: 'viewers/fleet/reliability/:id', ...board, lazy: () => import('./reliability/page.tsx') },
    { path: 'viewers/*', ...board, lazy: () => import('./unknown-board/page.tsx') },
    {
      path: 'valet/:id',
      title: 'Valet queue',
      access: 'login',
      unattended: true,
      lazy: () => import('./valet/page.tsx'),
    },
  ],
});
