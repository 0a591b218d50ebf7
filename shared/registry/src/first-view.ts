/** Data that build, server and page share for first views. Not part of the package's index. */
import * as z from 'zod/mini';

const File = z.object({
  url: z.string().check(z.regex(/^\/static\/prerender\/[\w.-]+\.js$/)),
  integrity: z.string().check(z.regex(/^sha384-[A-Za-z\d+/]{64}$/)),
});

/** `prerender.json`: the files of the shell's build that a server needs to render first views. */
export const ShellPrerender = z.object({
  /** `CONTRACT_VERSION` of the shell. */
  contract: z.string(),
  /** Provides the shared modules to the remotes' server bundles, and renders header and screen. */
  server: File,
  /** Runs in the page before the app's code. */
  inline: File,
});
export type ShellPrerender = z.output<typeof ShellPrerender>;
export const SHELL_PRERENDER = '/prerender.json';

/** The data of a view, as responses of calls. */
export const FirstViewData = z.object({
  /** Slug. */
  brand: z.string(),
  /** Response of `calls.brand`. */
  record: z.unknown(),
  /** When the responses were read, by the server's clock, in ms since 1970. */
  at: z.number(),
  reads: z.array(
    z.object({
      queryKey: z.array(z.unknown()),
      data: z.unknown(),
      /** Items of a long list were left out. */
      isPart: z.optional(z.boolean()),
    }),
  ),
});
export type FirstViewData = z.output<typeof FirstViewData>;
