import type { ShellScreen } from '../session/screens.ts';

/** The terms and the privacy policy. Their code is loaded when one is first shown. */
export const LEGAL_SCREENS: readonly ShellScreen[] = [
  { path: 'terms-of-use', load: async () => (await import('./legal-screen.tsx')).TermsScreen },
  { path: 'privacy-policy', load: async () => (await import('./legal-screen.tsx')).PrivacyScreen },
];
