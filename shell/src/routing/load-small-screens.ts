export const loadSmallScreens = async () => (await import('./small-screens.tsx')).smallScreens;
