import type { ShellScreen } from '../session/screens.ts';

/** Terms and privacy. Their code is loaded when one is first shown. */
export const LEGAL_SCREENS: readonly ShellScreen[] = [
  { path: 'terms-of-use', load: async () => (await import('./legal-screen.tsx')).TermsScreen },
  { path: 'privacy-policy', load: async () => (await import('./legal-screen.tsx')).PrivacyScreen },
];
