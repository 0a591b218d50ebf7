import { imageUrl } from '@shared/contract';
import { useQuery } from '@tanstack/react-query';
import { queries } from './queries.ts';

/** Returns the URL of a stored image; undefined while it loads, or if it can't be read. */
export function useImage(fileId: string | undefined): string | undefined {
  const { data } = useQuery({ ...queries.file(fileId ?? ''), enabled: fileId !== undefined });
  return data && imageUrl(data.fileData);
}
