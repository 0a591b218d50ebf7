/** Checks and renders a brand's pictures: SVGs without code that look the same everywhere. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/** Maximum size in KB: a logo is sent in an API response and cached on devices. */
const MAX_KB = 100;

const FORBIDDEN: [pattern: RegExp, problem: string][] = [
  [/<script[\s>/]/i, 'has a script'],
  [/\son[a-z]+\s*=/i, 'has an event handler'],
  [/<!DOCTYPE|<!ENTITY/i, 'has a document type'],
  [/<(?:foreignObject|iframe|embed|object|audio|video|animate|set)[\s>/]/i, 'has elements other than shapes'],
  [/<(?:text|tspan)[\s>/]/i, 'has text, which looks different on each device: convert it to paths'],
  [/@import|url\(\s*["']?(?!#)/i, 'loads something from elsewhere'],
];
/** Links may only refer to a part of the picture or contain a bitmap. */
const HREF = /href\s*=\s*["']([^"']*)/gi;
const OWN = /^(?:#|data:image\/(?:png|jpeg|webp);base64,)/;

const WASM = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
let ready: Promise<void> | undefined;

async function renderer() {
  ready ??= readFile(WASM).then(initWasm);
  await ready;
  return Resvg;
}

/** Renders an SVG as a PNG that is `width` pixels wide. */
export async function drawPng(svg: string, width: number): Promise<Uint8Array> {
  const Renderer = await renderer();
  const picture = new Renderer(svg, { fitTo: { mode: 'width', value: width } });
  return picture.render().asPng();
}

/** Returns what is wrong with a picture, or an empty list. */
export async function svgProblems(svg: string, square: boolean): Promise<string[]> {
  if (Buffer.byteLength(svg) > MAX_KB * 1024) return [`has more than ${MAX_KB} KB`];
  const problems = FORBIDDEN.filter(([pattern]) => pattern.test(svg)).map(([, problem]) => problem);
  if ([...svg.matchAll(HREF)].some(([, url = '']) => !OWN.test(url)))
    problems.push('loads something from elsewhere');
  if (problems.length) return [...new Set(problems)];
  if (!/<svg[^>]*\sviewBox\s*=/.test(svg)) return ['is not an SVG with a viewBox'];
  try {
    const Renderer = await renderer();
    const { width, height } = new Renderer(svg);
    if (square && Math.abs(width - height) > 0.01) return ['is not square'];
    return [];
  } catch (error) {
    return [`is not an SVG that can be drawn: ${error instanceof Error ? error.message : error}`];
  }
}
