import { queries } from '@shared/client';
import type { FirstView } from '@shared/contract';
import { Component } from './page.tsx';

export { Component };

export const search = ['dist'];

export const reads = ({ params: { id = '' } }: FirstView) => [
  { queryKey: queries.chargerSite(id).queryKey },
  { queryKey: queries.siteConnectors(id).queryKey },
];
