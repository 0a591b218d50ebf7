import { defineRemote } from '@shared/contract';
import { waitingLine } from './settings.ts';

export default defineRemote({
  name: 'sites',
  title: 'Sites',
  owner: { team: 'Sites', contact: 'sites@faisca.example' },
  budgetKb: 26,
  routes: [
    {
      path: '',
      title: 'Home',
      lazy: () => import('./home/page.tsx'),
      prerender: () => import('./home/prerender.tsx'),
    },
    {
      path: 'charger/:id',
      title: 'Site',
      lazy: () => import('./site/page.tsx'),
      prerender: () => import('./site/prerender.tsx'),
    },
  ],
  settings: [waitingLine],
});
