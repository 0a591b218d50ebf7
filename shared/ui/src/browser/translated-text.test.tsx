import { expect, test } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { followTranslation } from './translated-text.ts';

followTranslation();

const Bare = ({ text }: { text: string }) => text;

interface PageProps {
  balance: string;
  hidden?: boolean;
  icon?: boolean;
  children?: ReactNode;
}

function Example({ balance, hidden, icon, children }: PageProps) {
  return (
    <main>
      <p data-testid="figure">{hidden ? <b>••••</b> : <Bare text={balance} />}</p>
      <p data-testid="mixed">
        {icon && <i>!</i>}Saldo: {balance} <b>{balance}</b>
      </p>
      <p data-testid="only">{balance}</p>
      {children}
    </main>
  );
}

const font = (text: Node) => {
  const element = document.createElement('font');
  element.textContent = `[${text.nodeValue}]`;
  return element;
};
/** The ways in which a translator may put its elements in place of a text node. */
const REPLACE: Record<string, (text: ChildNode) => void> = {
  'replaces the text': (text) => text.replaceWith(font(text)),
  'adds the element, then removes the text': (text) => {
    text.before(font(text));
    text.remove();
  },
  'moves the text into the element': (text) => {
    const element = document.createElement('font');
    text.before(element);
    element.append(text);
  },
};

function translate(replace: (text: ChildNode) => void) {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) if (text.data.trim()) replace(text);
}

for (const [name, replace] of Object.entries(REPLACE))
  test(`changes, removes and adds text when the translator ${name}`, () => {
    const { rerender } = render(<Example balance="10" />);
    translate(replace);
    rerender(<Example balance="25" />);
    for (const id of ['figure', 'mixed', 'only']) {
      expect(screen.getByTestId(id)).toHaveTextContent('25');
      expect(screen.getByTestId(id)).not.toHaveTextContent('10');
    }
    translate(replace);
    rerender(<Example balance="25" hidden icon />);
    expect(screen.getByTestId('figure').textContent).toBe('••••');
    expect(screen.getByTestId('mixed').textContent).toMatch(/^!.*Saldo/);
    translate(replace);
    rerender(
      <Example balance="30">
        <p>Fim</p>
      </Example>,
    );
    expect(screen.getByTestId('figure').textContent).toBe('30');
    expect(screen.getByTestId('mixed').textContent).not.toContain('!');
    expect(screen.getByRole('main')).toHaveTextContent(/Fim$/);
    rerender(<Example balance="30" hidden />);
    expect(screen.getByTestId('figure').textContent).toBe('••••');
  });
