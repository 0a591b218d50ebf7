import { createQueryClient, QueryClientProvider, queries } from '@shared/client';
import {
  AppConfig,
  Brand,
  brandColor,
  brandName,
  type FirstView,
  imageUrl,
  PRODUCT,
  type Screen,
} from '@shared/contract';
import type { FirstViewData } from '@shared/registry/first-view';
import { Route, Routes } from '@shared/router';
import { StaticRouter } from '@shared/router/static';
import { brandAtom, configAtom, sessionAtom } from '@shared/state';
import { brandTheme } from '@shared/ui';
import { createStore, Provider } from 'jotai';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server.browser';
import { logoPendingAtom } from '../brand/load-brand.ts';
import { Header } from '../header/header.tsx';
import { screenTableAtom } from '../remotes/loading/remote-source.ts';
import { fillCache } from './first-view.ts';

export interface ViewRequest {
  /** Slug. */
  brand: string;
  /** Below the brand, without the query. */
  path: string;
  view: FirstView;
  /** Whether the header is that of a user, without the user's data. */
  isUser: boolean;
  screens: readonly Screen[];
  data: FirstViewData;
  /** The part of `config.json` with the settings that may apply; earlier servers send none. */
  config?: unknown;
}

export interface RenderedView {
  html: string;
  /** Custom properties of the brand's colours. */
  theme: Record<string, string>;
  title: string;
}

/** Renders the header and a remote's screen as the app would with the same data. */
export function renderView(
  { brand, path, view, isUser, screens, data, config }: ViewRequest,
  route: string,
  Screen: ComponentType<FirstView>,
): RenderedView {
  const record = Brand.parse(data.record);
  const cache = createQueryClient();
  fillCache(cache, data.reads, data.at);
  const logo = record.appLogoFileId && cache.getQueryData(queries.file(record.appLogoFileId).queryKey);
  const store = createStore();
  store.set(brandAtom, {
    slug: brand,
    record,
    logoUrl: logo ? imageUrl(logo.fileData) : record.appLogoFile && imageUrl(record.appLogoFile),
  });
  // Without its file, the logo's space is reserved until the app has loaded it.
  store.set(logoPendingAtom, Boolean(record.appLogoFileId) && !logo);
  store.set(screenTableAtom, new Map(screens.map((screen) => [screen.segment, screen])));
  if (config) store.set(configAtom, AppConfig.parse(config));
  if (isUser) store.set(sessionAtom, { status: 'user', token: '' });
  const html = renderToStaticMarkup(
    <Provider store={store}>
      <QueryClientProvider client={cache}>
        <StaticRouter location={`/${brand}/${path}${view.search}`}>
          <Routes>
            <Route
              path="/:brand/*"
              element={
                <>
                  {path === '' && <Header content="home" />}
                  <Routes>
                    <Route path={route} element={<Screen {...view} />} />
                  </Routes>
                </>
              }
            />
          </Routes>
        </StaticRouter>
      </QueryClientProvider>
    </Provider>,
  );
  return {
    html,
    theme: brandTheme(brandColor(record), PRODUCT.color),
    title: brandName(record),
  };
}
