import { defineRemote } from '@shared/contract';

export default defineRemote({
  name: 'releases',
  title: 'Releases of the remotes',
  owner: { team: 'Operator', contact: 'operator@faisca.example' },
  budgetKb: 24,
  routes: [{ path: 'releases', title: 'Releases', access: 'login', lazy: () => import('./page.tsx') }],
});
