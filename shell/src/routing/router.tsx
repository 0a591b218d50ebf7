import { BrowserRouter, Route, Routes } from '@shared/router';
import { LoadedNotice } from './loaded-notice.tsx';
import { Screens, type ScreensProps } from './screens.tsx';

export interface RouterProps extends ScreensProps {
  /** Path of the page, without a trailing slash; empty for the shell. */
  basename: string;
}

/** Remotes add their routes below the brand when they are loaded. */
export function Router({ source, hasHeader, basename }: RouterProps) {
  return (
    <BrowserRouter basename={basename}>
      <Routes>
        <Route path="/:brand/*" element={<Screens source={source} hasHeader={hasHeader} />} />
        <Route path="*" element={<LoadedNotice name="UnknownPage" />} />
      </Routes>
    </BrowserRouter>
  );
}
