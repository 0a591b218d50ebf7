import type { ShellSegment } from '@shared/contract';
import { Navigate, Route, Routes, usePaths } from '@shared/router';
import type { ComponentType } from 'react';
import { report } from '../errors/report.ts';
import type { HeaderContent } from '../header/header.tsx';
import type { ShellScreenProps } from '../people/parts/auth-page.tsx';
import { LoadedScreen } from '../remotes/showing/loaded-screen.tsx';
import type { NotFoundProps } from './small-screens.tsx';

export interface ShellScreen {
  /** Path below the brand in React Router's syntax; by default the segment. */
  path?: string;
  /** The screen has no header by default. */
  header?: HeaderContent;
  load: () => Promise<ComponentType<ShellScreenProps>>;
}

const loadAccessScreens = () => import('../people/access-screens.ts');
/** In one file with the developer panel, which few visits load either. */
const loadSmallScreens = () => import(/* webpackChunkName: "rare" */ './small-screens.tsx');

type AccessScreens = Awaited<ReturnType<typeof loadAccessScreens>>;
type SmallScreens = Omit<Awaited<ReturnType<typeof loadSmallScreens>>, 'NotFound'>;
const access = (name: keyof AccessScreens) => async () => (await loadAccessScreens())[name];
const small = (name: keyof SmallScreens) => async () => (await loadSmallScreens())[name];

const redefinePassword: ShellScreen = { header: 'logo', load: access('RedefineScreen') };

/**
 * The shell's own screens, by segment. Their access is in the contract, because the server and tools
 * need it as well. The code of a screen, with that of forms, is loaded when it is first shown.
 */
const SCREENS: Readonly<Record<ShellSegment, ShellScreen>> = {
  login: { header: { title: 'Faça seu login' }, load: access('LoginScreen') },
  register: { header: { title: 'Crie sua conta' }, load: access('RegisterScreen') },
  forgotPassword: { header: { title: 'Esqueci a senha' }, load: access('ForgotScreen') },
  redefinePassword,
  'forgot-password-app': { ...redefinePassword, path: 'forgot-password-app/:token?' },
  sucessRedefinePassword: { header: 'logo', load: small('RedefinedScreen') },
  'confirmation-app': { load: small('ConfirmedScreen') },
  'terms-of-use': { load: small('TermsScreen') },
  'privacy-policy': { load: small('PrivacyScreen') },
  switchBrand: { load: small('SwitchBrandScreen') },
};

/** As a map, since a segment of a URL may be `constructor`. */
export const shellScreens: ReadonlyMap<string, ShellScreen> = new Map(Object.entries(SCREENS));

interface ShownProps {
  segment: string;
  screen: ShellScreen;
  /** False on a standalone page: the screen renders its title itself. */
  hasHeader: boolean;
}

/** Renders a screen of the shell; redirects an unknown path below it to the home. */
export function ShownShellScreen({ segment, screen, hasHeader }: ShownProps) {
  const home = usePaths().home();
  const { path = segment, header, load } = screen;
  const title = !hasHeader && typeof header === 'object' ? header.title : undefined;
  return (
    <Routes>
      <Route
        path={path}
        element={
          <LoadedScreen key={path} load={load} where={path} report={report}>
            {(Screen) => <Screen title={title} />}
          </LoadedScreen>
        }
      />
      <Route path="*" element={<Navigate to={home} replace />} />
    </Routes>
  );
}

/** Renders the notice for a path without a screen. */
export const NotFound = (props: NotFoundProps) => (
  <LoadedScreen load={loadSmallScreens} where="not found" report={report}>
    {(loaded) => <loaded.NotFound {...props} />}
  </LoadedScreen>
);
