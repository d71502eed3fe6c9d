// @ts-check
import { clock, Log, MOST_LINES, said, STOPPED, whyNot } from '../../web/play.js';
import { equal } from './expect.js';

/** @param {'playing' | 'paused'} state @param {number} [frame] */
const at = (state, frame = 90) => ({ ...STOPPED, state, frame, secs: frame / 60 });
/** @param {number} frame @param {'event' | 'trouble'} kind */
const line = (frame, kind) => ({ frame, kind, id: 'imp', what: 'spawned' });

test('what cannot be done says why', () => {
  equal(whyNot('play', STOPPED), null);
  equal(whyNot('step', STOPPED), null);
  for (const verb of /** @type {const} */ (['pause', 'restart', 'stop']))
    equal(whyNot(verb, STOPPED), 'Nothing runs. Press Play first.');
  equal(whyNot('play', at('playing')), 'It is playing already.');
  equal(whyNot('pause', at('paused')), 'It is paused already.');
  for (const verb of /** @type {const} */ (['play', 'step', 'restart', 'stop'])) equal(whyNot(verb, at('paused')), null);
});

test('how far it is', () => {
  equal(clock(STOPPED), '');
  equal(clock(at('playing')), '1.50 s · frame 90');
});

test('only another state is spoken', () => {
  equal(said(STOPPED, at('playing')), 'Playing');
  equal(said(at('playing', 1), at('playing', 2)), '');
  equal(said(at('playing'), at('paused')), 'Paused at frame 90');
  equal(said(at('paused'), at('playing')), 'Playing on');
  equal(said(at('paused'), STOPPED), 'Stopped. The scene is as it was.');
});

test('a log keeps its last lines and counts troubles', () => {
  const log = new Log();
  log.hear({ is: 'log', lines: [line(1, 'event'), line(1, 'trouble')], leftOut: 7, anew: false });
  equal(
    log.lines.map(({ kind, what }) => [kind, what]),
    [
      ['event', 'spawned'],
      ['trouble', 'spawned'],
      ['more', '7 more are left out'],
    ],
  );
  equal(log.troubles, 1);
  for (let frame = 2; frame < 500; frame += 1)
    log.hear({ is: 'log', lines: [line(frame, 'event')], leftOut: 0, anew: false });
  equal([log.lines.length, log.lines[0].frame, log.lines.at(-1)?.frame], [MOST_LINES, 300, 499]);
  const last = log.lines.at(-1)?.serial ?? 0;
  log.hear({ is: 'log', lines: [line(0, 'event')], leftOut: 0, anew: true });
  equal([log.lines.length, log.troubles, log.lines[0].serial > last], [1, 0, true]);
});
