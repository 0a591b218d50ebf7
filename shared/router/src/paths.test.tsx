import { expect, test } from '@rstest/core';
import { render } from '@testing-library/react';
import { BrowserRouter, Link, Navigate, Route, Routes, useParams } from 'react-router';
import { pathsOf } from './paths.ts';

function Params() {
  return <output>{JSON.stringify(useParams())}</output>;
}

const IDS = ['RDAM 123', 'A/B', 'A#1', 'A?b=c', '100%', '%41', '%zz', 'Zürich', 'A\\B', '充電', '../x'];

test.each(IDS)('opens the charge point %s in the app and after a reload', (id) => {
  const path = pathsOf('marca').recharge(id, '1');
  const app = (
    <BrowserRouter>
      <Routes>
        <Route path="/start" element={<Navigate to={path} />} />
        <Route path="/:brand/recharge/:chargePointId/:connectorId" element={<Params />} />
      </Routes>
      <Link to={path}>link</Link>
    </BrowserRouter>
  );
  window.history.replaceState(null, '', '/start');
  const visit = render(app);
  const expected = JSON.stringify({ brand: 'marca', chargePointId: id, connectorId: '1' });
  expect(visit.getByRole('status')).toHaveTextContent(expected);
  const { pathname, search, hash } = window.location;
  expect(pathname + search + hash).toBe(path);
  visit.unmount();
  const reloaded = render(app);
  expect(reloaded.getByRole('status')).toHaveTextContent(expected);
  expect(reloaded.getByRole('link')).toHaveAttribute('href', path);
  reloaded.unmount();
});
