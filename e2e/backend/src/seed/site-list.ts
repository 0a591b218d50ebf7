/** The demo's sites, at the coordinates of São Paulo's neighbourhoods. Names are invented. */
import type { DemoSite } from './demo-site.ts';
import { centralSites } from './sites-central.ts';
import { middleSites } from './sites-middle.ts';
import { outerSites } from './sites-outer.ts';

export const demoSites: DemoSite[] = [...centralSites, ...middleSites, ...outerSites];
