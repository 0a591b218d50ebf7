import { BrowserRouter, Route, Routes } from '@shared/router';
import type { HostSettings } from '../boot/host.ts';
import { LoadedNotice } from './loaded-notice.tsx';
import { Screens } from './screens.tsx';

/** Remotes add their routes below the brand when they are loaded. */
export function Router({ source, hasHeader, basename }: HostSettings) {
  return (
    <BrowserRouter basename={basename}>
      <Routes>
        <Route path="/:brand/*" element={<Screens source={source} hasHeader={hasHeader} />} />
        <Route path="*" element={<LoadedNotice name="UnknownPage" />} />
      </Routes>
    </BrowserRouter>
  );
}
