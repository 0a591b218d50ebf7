import type { ShellSegment } from '@shared/contract';
import { Navigate, Route, Routes, usePaths } from '@shared/router';
import type { ComponentType } from 'react';
import { report } from '../errors/report.ts';
import type { ShellScreenProps } from '../people/parts/shell-screen-props.ts';
import { LoadedScreen } from '../remotes/showing/loaded-screen.tsx';
import { loadSmallScreens } from './load-small-screens.ts';

type ShellPath = Exclude<ShellSegment, 'forgot-password-app'> | 'forgot-password-app/:token?';

const access = () => import('../people/access-screens.ts');
const redefine = async () => (await access()).RedefineScreen;

/** By path below the brand. A screen's code, with that of forms, is loaded when first shown. */
export const LOADERS: Readonly<Record<ShellPath, () => Promise<ComponentType<ShellScreenProps>>>> = {
  login: async () => (await access()).LoginScreen,
  register: async () => (await access()).RegisterScreen,
  forgotPassword: async () => (await access()).ForgotScreen,
  redefinePassword: redefine,
  'forgot-password-app/:token?': redefine,
  sucessRedefinePassword: async () => (await loadSmallScreens()).RedefinedScreen,
  'confirmation-app': async () => (await loadSmallScreens()).ConfirmedScreen,
  'terms-of-use': async () => (await loadSmallScreens()).TermsScreen,
  'privacy-policy': async () => (await loadSmallScreens()).PrivacyScreen,
  switchBrand: async () => (await loadSmallScreens()).SwitchBrandScreen,
};

/** The shell's own screens; redirects an unknown path below one to the home. */
export function ShellScreens({ hasHeader }: ShellScreenProps) {
  const home = usePaths().home();
  return (
    <Routes>
      {Object.entries(LOADERS).map(([path, load]) => (
        <Route
          key={path}
          path={path}
          element={
            <LoadedScreen key={path} load={load} where={path} report={report}>
              {(Screen) => <Screen hasHeader={hasHeader} />}
            </LoadedScreen>
          }
        />
      ))}
      <Route path="*" element={<Navigate to={home} replace />} />
    </Routes>
  );
}
