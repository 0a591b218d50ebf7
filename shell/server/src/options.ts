/** What the web server needs to know of the backend that it runs in. */
import type { FastifyRequest } from 'fastify';
import type { WebAppFiles } from './files.ts';

/** Settings of a deployment. */
export interface WebServerSettings {
  /** Folder of the built web app (`dist/`); without it, nothing is served. */
  webAppDir?: string | undefined;
  /** Whether pages contain the first view of their screen. */
  prerenders: boolean;
  /**
   * How long after the start files that were sent are compressed again at the best quality, in ms.
   * Without it, they never are.
   */
  recompressAfterMs?: number | undefined;
  /** Time limit of the render of a first view, in ms. */
  renderMs: number;
  /** Time limit of a first view's data and render together, in ms: the shell's page loads faster. */
  viewMs: number;
  /** Ed25519 keys in base64: first views require a registry that is signed with one of them. */
  publicKeys: readonly string[];
}

/** A charging site as link previews and search engines show it. */
export interface PublishedSite {
  id: number;
  name: string;
  address: string;
  brandName: string;
  /** Path of a PNG, JPEG or WebP picture, which the backend serves. */
  picture?: string | undefined;
}

/** Runs a task for a client's address as soon as a slot is free. */
export type Queue = <T>(task: () => Promise<T>, ip: string) => Promise<T>;

export interface WebServerOptions {
  settings: WebServerSettings;
  now: () => Date;
  /** Returns the base URL of the web app. */
  appUrl: (request: FastifyRequest) => string;
  /** Returns the files to serve, of those in the build. */
  complete?: (files: WebAppFiles) => WebAppFiles;
  /**
   * Returns a queue that runs so many tasks at the same time, and lets so many more wait. If more
   * come, it rejects some of the client that has most, with `statusCode` 503 on the error.
   */
  createQueue: (size: { running: number; waiting: number }) => Queue;
  /** Returns the slugs of all brands with their numbers of sites, in the order of the slugs. */
  readBrands: () => Promise<{ slug: string; sites: number }[]>;
  /** Returns the ids of some of a brand's sites, in their order; undefined for an unknown brand. */
  readSiteIds: (brand: string, part: { limit: number; offset: number }) => Promise<number[] | undefined>;
  /** Returns a site by the id in a URL; undefined if the brand doesn't have it. */
  readSite: (brand: string, id: string) => Promise<PublishedSite | undefined>;
}
