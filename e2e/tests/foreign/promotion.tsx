/** A screen of remotes that are built without this product's tools. */
import './promotion.css';
import { brandAtom, Slot, sessionAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useState } from 'react';

const banner = { name: 'promotions.banner' };

/** @param id parameter of the route */
export default function Promotion({ id = '' }: { id?: string }) {
  const [count, setCount] = useState(0);
  const brand = useAtomValue(brandAtom);
  const session = useAtomValue(sessionAtom);
  return (
    <section className="promotion">
      <h1>Promoção {id}</h1>
      <p>
        {session.status} de {brand.slug}
      </p>
      <button type="button" onClick={() => setCount(count + 1)}>
        Curtidas: {count}
      </button>
      <Slot of={banner} props={{ discount: '10 %' }} />
    </section>
  );
}
