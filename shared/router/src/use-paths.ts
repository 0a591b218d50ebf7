import { PRODUCT } from '@shared/contract';
import { useParams } from 'react-router';
import { pathsOf } from './paths.ts';

type Paths = ReturnType<typeof pathsOf>;

/** Returns the paths below the brand in the URL. */
export const usePaths = (): Paths => pathsOf(useParams().brand ?? PRODUCT.slug);
