import { imageUrl } from '@shared/contract';
import { useQuery } from '@tanstack/react-query';
import { queries } from './queries.ts';

/** Address of a stored picture; undefined while it loads, and for good where there is none that can be read. */
export function useImage(fileId: string | undefined): string | undefined {
  const { data } = useQuery({ ...queries.file(fileId ?? ''), enabled: fileId !== undefined });
  return data && imageUrl(data.fileData);
}
