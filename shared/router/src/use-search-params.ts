import { useMemo } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router';

type SetSearchParams = (
  params: URLSearchParams | Record<string, string>,
  options?: NavigateOptions,
) => void | Promise<void>;

/** Returns the query parameters, and a setter that navigates to the same path with new ones. */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  return [params, (changed, options) => navigate(`?${new URLSearchParams(changed)}`, options)];
}
