// @ts-check
import { readOverlays, SWITCHES, writeOverlays } from '../../web/overlays.js';
import { check, equal } from './expect.js';

test('what is switched on is remembered', () => {
  const state = readOverlays(null);
  equal(state.slots, 'selection');
  check(SWITCHES.every(([name]) => !state[name]));
  state.names = state.order = true;
  state.slots = 'all';
  equal(readOverlays(writeOverlays(state)), state);
});

test('what nobody wrote is ignored', () => {
  equal(readOverlays('nonsense slots:none colliders __proto__'), { ...readOverlays(null), slots: 'none', colliders: true });
});
