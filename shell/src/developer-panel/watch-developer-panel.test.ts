import { afterEach, expect, rstest, test } from '@rstest/core';
import { AppConfig } from '@shared/contract';
import { configAtom } from '@shared/state';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createHost } from '../host/boot.tsx';
import { bundledSource } from '../remotes/loading/bundled-source.ts';
import { watchDeveloperPanel } from './watch-developer-panel.ts';

afterEach(() => {
  history.replaceState(null, '', '/');
  rstest.restoreAllMocks();
});

const press = () =>
  act(async () => {
    dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyL', ctrlKey: true, shiftKey: true }));
    // The panel's code is loaded first.
    await new Promise((resolve) => setTimeout(resolve, 100));
  });

function watch(config: object) {
  const host = createHost({ source: bundledSource([], () => {}), hasHeader: true, basename: '' });
  host.store.set(configAtom, AppConfig.parse(config));
  watchDeveloperPanel(host);
}

test('neither ?dev nor the shortcut opens the panel unless config.json allows it', async () => {
  rstest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ remotes: [] }));
  history.replaceState(null, '', '/marca/?dev');
  for (const config of [{}, { preview: true }, { developerPanel: 'true' }]) watch(config);
  await press();
  expect(screen.queryByRole('dialog')).toBeNull();
  watch({ developerPanel: true });
  await press();
  expect(await screen.findByRole('dialog', { name: 'Painel do desenvolvedor' })).toBeInTheDocument();
  expect(await screen.findByText('Esta tela é do próprio shell.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
