#!/usr/bin/env node
if (require('./node-version.cjs').isSupported) require('./start.cjs');
