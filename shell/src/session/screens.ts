/**
 * The login and password screens. Their code, with that of forms, is loaded when one is first
 * shown.
 */
import type { ComponentType } from 'react';
import type { ShellScreenProps } from './shell-screen-props.ts';

export interface ShellScreen {
  /** Relative to the brand. */
  path: string;
  load: () => Promise<ComponentType<ShellScreenProps>>;
}

const redefine = async () => (await import('./redefine-password/redefine-screen.tsx')).RedefineScreen;

export const SESSION_SCREENS: readonly ShellScreen[] = [
  { path: 'login', load: async () => (await import('./login/login-screen.tsx')).LoginScreen },
  { path: 'register', load: async () => (await import('./register/register-screen.tsx')).RegisterScreen },
  {
    path: 'forgotPassword',
    load: async () => (await import('./forgot-password/forgot-screen.tsx')).ForgotScreen,
  },
  { path: 'redefinePassword', load: redefine },
  { path: 'forgot-password-app/:token?', load: redefine },
  {
    path: 'sucessRedefinePassword',
    load: async () => (await import('./password-redefined/redefined-screen.tsx')).RedefinedScreen,
  },
  {
    path: 'confirmation-app',
    load: async () => (await import('./email-confirmed/confirmed-screen.tsx')).ConfirmedScreen,
  },
];
