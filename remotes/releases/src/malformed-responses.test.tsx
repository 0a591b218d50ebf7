import { testMalformedScreens } from '@shared/testing';
import { screen } from '@testing-library/react';
import remote from './remote.ts';

testMalformedScreens(remote, [
  {
    screen: 'the releases',
    at: 'releases',
    calls: ['releases'],
    shows: /1\.2\.0-3c4d5e6f|Nenhuma parte foi publicada ainda|Sem dados/,
  },
  {
    screen: 'the releases after a change',
    at: 'releases',
    calls: ['changeRelease'],
    async act({ user }) {
      const [reinstate] = await screen.findAllByRole('button', { name: /^Restabelecer/ });
      await user.click(reinstate ?? document.body);
      await user.click(screen.getByRole('button', { name: 'Restabelecer' }));
    },
    shows: /vale de novo|Não sabemos se a mudança foi feita/,
    fails: /Não sabemos se a mudança foi feita/,
  },
]);
