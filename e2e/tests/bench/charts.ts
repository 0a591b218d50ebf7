/** Bar charts of the benchmark's figures, as SVG files and on one page. */
import { mkdir, writeFile } from 'node:fs/promises';

interface Row {
  label: string;
  /** Drawn one after the other. */
  parts: readonly { name: string; value: number }[];
}

export interface Chart {
  /** Of its file. */
  name: string;
  title: string;
  unit: string;
  rows: readonly Row[];
  /** Drawn as a line across the bars. */
  aim?: number;
}

const WIDTH = 860;
const LABELS = 350;
const VALUES = 90;
const ROW = 30;
const BAR = 18;
/** Readable on white and on black. */
const COLOURS = ['#2f9e44', '#1c7ed6', '#e8590c', '#9c36b5', '#f08c00', '#0c8599', '#868e96', '#495057'];

const STYLE = `text { font: 13px system-ui, sans-serif; fill: #1f2328 } .muted { fill: #656d76 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .muted { fill: #8d96a0 } }`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const rounded = (value: number) =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 200 ? 1 : 0 });
const totalOf = ({ parts }: Row) => parts.reduce((total, { value }) => total + value, 0);

/** Returns the chart as SVG. All rows have the same scale, and each part the same colour in all rows. */
function drawChart({ title, unit, rows, aim }: Chart): string {
  const names = [...new Set(rows.flatMap(({ parts }) => parts.map(({ name }) => name)))];
  const colourOf = (name: string) => COLOURS[names.indexOf(name) % COLOURS.length];
  const most = Math.max(aim ?? 0, ...rows.map(totalOf));
  const lengthOf = (value: number) => ((WIDTH - LABELS - VALUES) * value) / most;
  const hasLegend = names.length > 1;
  const top = hasLegend ? 62 : 36;
  const bars = rows.map((row, index) => {
    const y = top + index * ROW;
    let x = LABELS;
    const parts = row.parts.map(({ name, value }) => {
      const part = `<rect x="${x.toFixed(1)}" y="${y}" width="${lengthOf(value).toFixed(1)}" height="${BAR}" fill="${colourOf(name)}"><title>${escaped(name)}: ${rounded(value)} ${unit}</title></rect>`;
      x += lengthOf(value);
      return part;
    });
    return `<text x="${LABELS - 10}" y="${y + 14}" text-anchor="end">${escaped(row.label)}</text>${parts.join('')}<text x="${(x + 8).toFixed(1)}" y="${y + 14}">${rounded(totalOf(row))} ${unit}</text>`;
  });
  const height = top + rows.length * ROW + (aim === undefined ? 8 : 20);
  const aimAt = aim === undefined ? undefined : LABELS + lengthOf(aim);
  const line =
    aimAt === undefined
      ? ''
      : `<line x1="${aimAt}" x2="${aimAt}" y1="${top - 6}" y2="${height - 20}" stroke="#e03131" stroke-dasharray="4 3"/><text class="muted" x="${aimAt}" y="${height - 6}" text-anchor="middle">aim ${rounded(aim ?? 0)}</text>`;
  const width = (WIDTH - 10) / Math.min(names.length, COLOURS.length);
  const legend = names.map(
    (name, index) =>
      `<rect x="${10 + index * width}" y="34" width="11" height="11" fill="${colourOf(name)}"/><text class="muted" x="${26 + index * width}" y="44">${escaped(name)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>${STYLE}</style>
<text x="10" y="20" font-weight="600">${escaped(title)}</text>
${hasLegend ? legend.join('\n') : ''}
${bars.join('\n')}
${line}
</svg>
`;
}

/** Writes `{name}.svg` for each chart, and `report.html` with all of them. */
export async function writeCharts(folder: string, charts: readonly Chart[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const drawn = charts.map((chart) => ({ ...chart, svg: drawChart(chart) }));
  for (const { name, svg } of drawn) await writeFile(`${folder}/${name}.svg`, svg);
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>pnpm bench</title>
<h1>pnpm bench, ${new Date().toISOString().slice(0, 10)}</h1>
${drawn.map(({ svg }) => svg).join('\n')}
</html>
`;
  await writeFile(`${folder}/report.html`, page);
}
