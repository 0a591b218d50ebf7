/** Describes its screens as our own remotes do. */
import { useParams } from '@shared/router';
import { createElement } from 'react';

export default {
  name: 'promotions',
  routes: [
    {
      path: 'promocoes/:id',
      async lazy() {
        const { default: Promotion } = await import('../promotion.tsx');
        return { Component: () => createElement(Promotion, { id: useParams().id }) };
      },
    },
  ],
};
