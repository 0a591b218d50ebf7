/** Fills a slot of the other remote. */
export default function Banner({ discount = '' }: { discount?: string }) {
  return <p>Desconto de {discount}</p>;
}
