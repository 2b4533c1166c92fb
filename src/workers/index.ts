export { type Broker, type BrokerTold, openBroker } from './broker-client.js';
export { openService, type Service } from './worker-client.js';
