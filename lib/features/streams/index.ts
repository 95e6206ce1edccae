import type { Feature } from '../../nest/composition/feature.js';
import {
  addEventStream,
  EventStream,
  prepareEvents,
  type OpenEventStreams,
} from './event-stream.js';

/** Server-Sent Events: `EventStream` as the result of a method. */
export const streams: Feature = {
  name: 'streams',
  extension: ({ host }) => {
    const open: OpenEventStreams = { streams: new Set(), isEnding: false };
    host.onClosing(() => {
      open.isEnding = true;
      for (const stream of open.streams) stream.end();
    });
    return {
      onStream: (stream, { headers }) => {
        if (!(stream instanceof EventStream)) return;
        prepareEvents(headers);
        addEventStream(open, stream);
      },
    };
  },
};
