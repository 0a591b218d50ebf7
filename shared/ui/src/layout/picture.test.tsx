import { expect, test } from '@rstest/core';
import { fireEvent, render } from '@testing-library/react';
import { Picture } from './picture.tsx';

test('hides an image that fails to load until its source changes', () => {
  const { container, rerender } = render(<Picture src={undefined} className="logo" />);
  const image = () => container.querySelector('img');
  expect(image()).toBeNull();
  rerender(<Picture src="data:image/png;base64,AAAA" className="logo" />);
  fireEvent.error(image() ?? container);
  expect(image()).not.toBeVisible();
  rerender(<Picture src="data:image/png;base64,BBBB" className="logo" />);
  expect(image()).toBeVisible();
});
