import type { Texts } from './types.js';

/** The page of chats. */
export const TALK = {
  'place.chat': ['Chat', '聊天', '聊天'],
  'talk.write': ['Write a message', '写一条消息', '寫一條訊息'],
  'talk.send': ['Send', '发送', '傳送'],
  'talk.stop': ['Stop', '停止', '停止'],
  'talk.keys': [
    'Enter sends, Shift+Enter begins a new line',
    'Enter 发送，Shift+Enter 换行',
    'Enter 傳送，Shift+Enter 換行',
  ],
  'talk.archived': [
    'This session is archived. Fork it or unarchive it to continue.',
    '这个会话已归档。要继续，请开出分支或取消归档。',
    '這個工作階段已封存。要繼續，請開出分支或取消封存。',
  ],
  'talk.untitled': ['New chat', '新聊天', '新聊天'],
  'talk.sessions': ['Sessions', '会话', '工作階段'],
  'talk.skillsOf': ['Skills {on}/{all}', '技能 {on}/{all}', '技能 {on}/{all}'],
  'talk.skillsTeach': [
    'Skills the model can read in this session. Forks can read fewer, never more.',
    '模型在这个会话里可以读取的技能。分支只能更少，不能更多。',
    '模型在這個工作階段裡可以讀取的技能。分支只能更少，不能更多。',
  ],
  'talk.model': ['Model', '模型', '模型'],
  'talk.settings': ['Skills and model', '技能与模型', '技能與模型'],
  'talk.by': ['{name} answers', '由 {name} 回答', '由 {name} 回答'],
  'talk.noModel': ['No model is connected', '未连接模型', '未連接模型'],
  'talk.recorded': [
    'Recorded example — no model is running',
    '录制的示例——没有模型在运行',
    '錄製的範例——沒有模型在執行',
  ],
  'talk.connect': ['Connect a model', '连接模型', '連接模型'],
  'talk.again': ['Play again', '再播放一次', '再播放一次'],
  'talk.play': ['Play the example', '播放示例', '播放範例'],
  'talk.installed': [
    'The workbench installed the plugin “{name}” for this example without asking; it {may}.',
    '工作台为这个示例安装了插件“{name}”，没有事先询问；该插件{may}。',
    '工作台為這個範例安裝了外掛「{name}」，沒有事先詢問；該外掛{may}。',
  ],
  'talk.each': [
    'It can’t reach this page or the network, and you are asked before each note.',
    '它接触不到这个页面和网络，每写一条笔记都会询问。',
    '它接觸不到這個頁面和網路，每寫一條筆記都會詢問。',
  ],
  'talk.installing': ['Installing the example’s plugin…', '正在安装示例的插件…', '正在安裝範例的外掛…'],
  'talk.look': ['View', '查看', '查看'],
  'talk.exampleFailed': ['The example could not be played', '示例无法播放', '範例無法播放'],
  'talk.stopped': ['Stopped', '已停止', '已停止'],
  'talk.rounds': [
    'Stopped: the limit of tool calls for one message is reached. Send another message to continue.',
    '已停止：一条消息的工具调用次数已达上限。再发一条消息即可继续。',
    '已停止：一則訊息的工具呼叫次數已達上限。再發一則訊息即可繼續。',
  ],
  'talk.removed': ['“{name}” is removed', '“{name}”已移除', '「{name}」已移除'],
  'talk.removedMore': [
    '“{name}” and its forks are removed: {count}',
    '“{name}”及其分支已移除：共 {count} 个',
    '「{name}」及其分支已移除：共 {count} 個',
  ],
  'talk.failed': ['That did not work', '操作没有成功', '操作沒有成功'],
  'talk.loading': ['Opening the chats…', '正在打开聊天…', '正在開啟聊天…'],
  'talk.closeRun': ['Close the run', '关闭这次运行', '關閉這次執行'],
  'talk.mode': ['How it answers', '回答方式', '回答方式'],
  'talk.mode.chat': ['Chat', '聊天', '聊天'],
} satisfies Texts;
