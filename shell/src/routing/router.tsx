import { BrowserRouter, Route, Routes } from '@shared/router';
import type { RemoteSource } from '../remotes/remote-source.ts';
import { PageNotFound } from './not-found.tsx';
import { Screens } from './screens.tsx';

interface RouterProps {
  source: RemoteSource;
  hasHeader: boolean;
  /** Path of the page; empty for the shell. */
  basename: string;
}

/** Remotes add their routes below the brand when they are loaded. */
export function Router({ source, hasHeader, basename }: RouterProps) {
  return (
    <BrowserRouter basename={basename}>
      <Routes>
        <Route path="/:brand/*" element={<Screens source={source} hasHeader={hasHeader} />} />
        <Route path="*" element={<PageNotFound />} />
      </Routes>
    </BrowserRouter>
  );
}
