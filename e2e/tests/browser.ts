import { existsSync } from 'node:fs';

/** Path of the system's own Chromium, if it has one. */
export const debianChromium = () =>
  ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));

/** How Chromium is started: Debian's where there is one, and none of its own calls to the network. */
export const LAUNCH = {
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  executablePath: debianChromium(),
};

/** The same with WebGL, drawn by the processor: for tests that see the map. Slow, so only for those. */
export const LAUNCH_WITH_WEBGL = {
  ...LAUNCH,
  args: [...LAUNCH.args, '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
};
