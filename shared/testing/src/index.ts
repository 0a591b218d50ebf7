export { deliverLiveEvent } from './deliver-live-event.ts';
export { FRAMES } from './malformed-responses/frames.ts';
export { malformedPlaces, missingPlaces } from './malformed-responses/mutations.ts';
export { RESPONSES } from './malformed-responses/responses.ts';
export { testMalformedResponses } from './malformed-responses/test-malformed-responses.ts';
export { testMalformedScreens } from './malformed-responses/test-malformed-screens.ts';
export { failure, type MockResponses, mockCalls } from './mock-calls.ts';
export { renderScreen } from './render-screen.tsx';
export { translatePage } from './translate-page.ts';
