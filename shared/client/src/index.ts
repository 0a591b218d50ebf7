export type { QueryClient, UseQueryResult as QueryResult } from '@tanstack/react-query';
export {
  keepPreviousData,
  QueryClientProvider,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
export { ApiError, codeOf, isConnectionFailure, statusOf } from './api-error.ts';
export { applyEvent } from './apply-event.ts';
export { newKey, settleAttempt } from './attempt-key.ts';
export { chargeReport, type KnownConnector, mergeConnector, stamp, statusReport } from './merge-connector.ts';
export { callOf, queries } from './queries.ts';
export { createQueryClient } from './query-client.ts';
export { type ApiSettings, configureApi, request } from './request.ts';
export { serverTime } from './server-clock.ts';
export { useImage } from './use-image.ts';
export { useIsShown } from './use-is-shown.ts';
export { useWrite } from './use-write.ts';
export { writes } from './writes.ts';
