/**
 * Replaces lucide-react's component of an icon in every build: without its context and its options of
 * size, colour and stroke, which nothing uses and which cost the home 2 KB and each screen 1 KB (gzip).
 */
import { type ComponentProps, createElement } from 'react';

interface IconData {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

/** Returns the component of an icon, which is hidden from screen readers unless it has a label. */
export default function createIcon({ node }: IconData) {
  return (props: ComponentProps<'svg'>) =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': !props['aria-label'],
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
