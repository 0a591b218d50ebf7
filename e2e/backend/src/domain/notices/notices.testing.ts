/** Test helpers: drivers with a device at a local push service. */
import { afterAll, afterEach, beforeAll, expect } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../app.ts';
import { callApi } from '../../testing/test-backend.ts';
import { startPushService } from './push-service.testing.ts';

type PushService = Awaited<ReturnType<typeof startPushService>>;

/**
 * Sets up a push service for the tests of one file, which also checks every message it receives.
 */
export function setUpPushService() {
  let opened: PushService | undefined;
  beforeAll(async () => {
    opened = await startPushService();
  });
  afterEach(() => {
    expect(opened?.problems.splice(0)).toEqual([]);
  });
  afterAll(() => opened?.close());
  const service = () => {
    if (!opened) throw new Error('the push service is available only within tests');
    return opened;
  };
  return {
    get service() {
      return service();
    },
    /** Subscribes a new device in a session, and returns its endpoint and what it receives. */
    async subscribe(backend: Backend, token: string) {
      const body = service().subscribe();
      const { status } = await callApi(backend, calls.subscribeToPush, { body, token });
      expect(status).toBe(204);
      const { endpoint } = body;
      return { endpoint, messages: () => service().messagesTo(endpoint) };
    },
  };
}
